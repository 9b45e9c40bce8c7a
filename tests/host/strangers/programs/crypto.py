"""Ciphers and hashes of three packages, and a password that is none."""
#: needs pycryptodome bcrypt pynacl
import bcrypt
import nacl.secret
import nacl.utils
from Crypto.Cipher import AES
from Crypto.Hash import SHA256

for number in range(300):
    AES.new(b"k" * 16, AES.MODE_GCM).encrypt_and_digest(b"x")
    SHA256.new(b"x").hexdigest()
    box = nacl.secret.SecretBox(nacl.utils.random(32))
    box.decrypt(box.encrypt(b"m"))
    try:
        bcrypt.checkpw(b"a", b"bad")
    except ValueError:
        pass
print(SHA256.new(b"x").hexdigest())
