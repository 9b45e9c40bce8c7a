"""cryptography: Rust (PyO3) for the limited API, and cffi."""

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes, hmac
except ImportError:
    print("cryptography is not installed")
    raise SystemExit

wrong = length = 0
for number in range(2000):
    code = hmac.HMAC(b"key %d" % number, hashes.SHA256())
    code.update(b"data")
    other = code.copy()
    length += len(code.finalize())
    try:
        other.verify(b"no")
    except InvalidSignature:
        wrong += 1
print(length, wrong)
