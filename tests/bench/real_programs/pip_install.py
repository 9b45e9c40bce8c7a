"""pip installs a wheel that lies on disk, into a folder."""
import base64
import hashlib
import os
import runpy
import sys
import tempfile
import zipfile

FILES = {"bench_real/m%d.py" % i: "def f(a, b=%d):\n    return a + b\n" % i * 20
         for i in range(40)}
FILES["bench_real-1.0.dist-info/METADATA"] = (
    "Metadata-Version: 2.1\nName: bench-real\nVersion: 1.0\n")
FILES["bench_real-1.0.dist-info/WHEEL"] = (
    "Wheel-Version: 1.0\nGenerator: none\nRoot-Is-Purelib: true\n"
    "Tag: py3-none-any\n")
RECORD = "bench_real-1.0.dist-info/RECORD"

folder = tempfile.mkdtemp()
wheel = os.path.join(folder, "bench_real-1.0-py3-none-any.whl")
record = []
with zipfile.ZipFile(wheel, "w") as file:
    for name, text in FILES.items():
        digest = base64.urlsafe_b64encode(
            hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        record.append("%s,sha256=%s,%d" % (name, digest, len(text)))
        file.writestr(name, text)
    file.writestr(RECORD, "\n".join(record + [RECORD + ",,", ""]))
target = os.path.join(folder, "target")
sys.argv = ["pip", "install", "-q", "--no-index", "--no-deps", "--no-cache-dir",
            "--disable-pip-version-check", "--target", target, wheel]
try:
    runpy.run_module("pip", run_name="__main__")
except SystemExit as end:
    status = end.code
installed = [name for name in os.listdir(os.path.join(target, "bench_real"))
             if name.endswith(".py")]
print(status, len(installed))
