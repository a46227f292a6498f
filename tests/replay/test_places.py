"""Inclusion proofs, checked with shared steps: the answer is the same as without sharing."""

import hashlib
import random

import pytest

from pigpost.events.merkle import Tree, proves
from pigpost.replay.places import Places


def leaves(size: int) -> list[bytes]:
    return [hashlib.sha256(str(n).encode()).digest() for n in range(size)]


def in_hex(proof: list[bytes]) -> list[str]:
    return [node.hex() for node in proof]


@pytest.mark.parametrize("size", [*range(1, 35), 64, 65, 100])
def test_every_place_of_a_tree_is_proved_in_ascending_order(size: int) -> None:
    tree = Tree(leaves(size))
    places = Places(size=size, root=tree.root.hex())
    for index, leaf in enumerate(leaves(size)):
        assert places.holds(leaf, index=index, proof=in_hex(tree.proof(index)))


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 21, 33])
def test_it_answers_as_a_check_without_memory_does(size: int) -> None:
    tree, chance = Tree(leaves(size)), random.Random(size)
    places = Places(size=size, root=tree.root.hex())
    for _ in range(400):
        index = chance.randrange(size)
        leaf, proof = leaves(size)[index], tree.proof(index)
        match chance.randrange(6):
            case 0:
                index = chance.randrange(-1, size + 2)
            case 1:
                leaf = leaves(size + 1)[chance.randrange(size + 1)]
            case 2 if proof:
                proof[chance.randrange(len(proof))] = leaf
            case 3:
                proof = proof[:-1] if chance.random() < 0.5 else [*proof, leaf]
        alone = proves(leaf, index=index, size=size, proof=proof, root=tree.root)
        assert places.holds(leaf, index=index, proof=in_hex(proof)) is alone
