"""A server and a client that speak TLS, with a certificate made here."""
#: needs cryptography
import datetime
import pathlib
import socket
import ssl
import threading

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

CONNECTIONS = 30
NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])


def make_certificate():
    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.datetime.now()
    certificate = (
        x509.CertificateBuilder().subject_name(NAME).issuer_name(NAME)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=2))
        .not_valid_after(now + datetime.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName(
            [x509.DNSName("localhost")]), False).sign(key, hashes.SHA256()))
    encoding = serialization.Encoding.PEM
    pathlib.Path("both.pem").write_bytes(
        certificate.public_bytes(encoding) + key.private_bytes(
            encoding, serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption()))


def serve(listening, context):
    for _ in range(CONNECTIONS):
        accepted, _ = listening.accept()
        with context.wrap_socket(accepted, server_side=True) as connection:
            connection.sendall(connection.recv(10))


make_certificate()
listening = socket.create_server(("127.0.0.1", 0))
server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
server.load_cert_chain("both.pem")
thread = threading.Thread(target=serve, args=(listening, server))
thread.start()
client = ssl.create_default_context(cafile="both.pem")
client.verify_flags &= ~getattr(ssl, "VERIFY_X509_STRICT", 0)
for _ in range(CONNECTIONS):
    with client.wrap_socket(
            socket.create_connection(listening.getsockname()),
            server_hostname="localhost") as connection:
        connection.sendall(b"x")
        print(connection.recv(10), connection.getpeercert()["subject"])
thread.join()
