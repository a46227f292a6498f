import hashlib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pymerkle import InmemoryTree

from pigpost.events.merkle import Frontier, Tree, proves

SIZES = range(301)
LEAVES = [hashlib.sha256(b"\x00" + str(i).encode()).digest() for i in SIZES]


def naive_root(leaves: list[bytes]) -> bytes:
    """RFC 6962, section 2.1, word for word."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return hashlib.sha256(b"\x01" + naive_root(leaves[:k]) + naive_root(leaves[k:])).digest()


def naive_proof(index: int, leaves: list[bytes]) -> list[bytes]:
    if len(leaves) == 1:
        return []
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    if index < k:
        return [*naive_proof(index, leaves[:k]), naive_root(leaves[k:])]
    return [*naive_proof(index - k, leaves[k:]), naive_root(leaves[:k])]


def test_every_size_has_the_root_of_the_rfc() -> None:
    frontier = Frontier()
    for size in SIZES:
        expected = naive_root(LEAVES[:size])
        assert frontier.root == expected
        assert Tree(LEAVES[:size]).root == expected
        assert Frontier(size, frontier.nodes) == frontier
        frontier = frontier.append(LEAVES[size])


def test_every_size_has_the_root_of_an_independent_library() -> None:
    theirs = InmemoryTree(algorithm="sha256")
    frontier = Frontier()
    for number in SIZES:
        theirs.append_entry(str(number).encode())
        frontier = frontier.append(LEAVES[number])
        assert frontier.root == theirs.get_root()


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 100, 255, 256, 257, 300])
def test_every_leaf_has_the_proof_of_the_rfc(size: int) -> None:
    leaves = LEAVES[:size]
    tree = Tree(leaves)
    for index, leaf in enumerate(leaves):
        proof = tree.proof(index)
        assert proof == naive_proof(index, leaves)
        assert proves(leaf, index=index, size=size, proof=proof, root=tree.root)


@given(st.integers(1, 300), st.data())
def test_a_wrong_proof_proves_nothing(size: int, data: st.DataObject) -> None:
    tree = Tree(LEAVES[:size])
    index = data.draw(st.integers(0, size - 1))
    right = {"index": index, "size": size, "proof": tree.proof(index), "root": tree.root}
    for name, wrong in _wrong(right, data).items():
        assert not proves(LEAVES[index], **{**right, name: wrong}), name
    assert not proves(LEAVES[300], **right)


def _wrong(right: dict, data: st.DataObject) -> dict:
    proof = right["proof"]
    wrong = {
        "index": right["index"] + right["size"],
        "root": bytes(32),
        "proof": [*proof, bytes(32)],
    }
    if proof:
        place = data.draw(st.integers(0, len(proof) - 1))
        wrong["proof"] = data.draw(
            st.sampled_from(
                [
                    proof[:-1],
                    [*proof[:place], bytes(32), *proof[place + 1 :]],
                    [*proof, proof[-1]],
                ]
            )
        )
        wrong["index"] = (right["index"] + 1) % right["size"]
    return wrong


def test_a_proof_grows_with_the_logarithm_of_the_log() -> None:
    assert len(Tree([bytes(32)] * 100_000).proof(0)) == 17


def test_there_is_no_proof_of_a_leaf_that_is_not_there() -> None:
    for index in (-1, 3):
        with pytest.raises(IndexError):
            Tree(LEAVES[:3]).proof(index)
    with pytest.raises(IndexError):
        Tree([]).proof(0)


def test_a_frontier_is_not_made_of_the_wrong_number_of_nodes() -> None:
    with pytest.raises(ValueError, match="no frontier"):
        Frontier(3, bytes(32))


def test_a_tree_never_forgets_what_came_before() -> None:
    roots = [Tree(LEAVES[:size]).root for size in SIZES]
    assert all(one != other for one, other in pairwise(roots))
