"""A certificate for 127.0.0.1 that nobody has signed but itself."""

import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
_FROM = datetime(2020, 1, 1, tzinfo=UTC)


def self_signed(directory: Path) -> tuple[ssl.SSLContext, Path]:
    """A server's context, and the file that makes a client trust it."""
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = (
        x509.CertificateBuilder()
        .subject_name(_NAME)
        .issuer_name(_NAME)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(_FROM)
        .not_valid_after(_FROM + timedelta(days=36500))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file, key_file = directory / "certificate.pem", directory / "key.pem"
    file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file, key_file)
    return context, file
