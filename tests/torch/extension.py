"""An extension that forgets a tensor which PyTorch made for it.

It is compiled once, beside the interpreter's packages, for all runs.
"""
import hashlib
import importlib.util
import os
import pathlib
import subprocess
import sys
import sysconfig

import torch

SOURCE = pathlib.Path(__file__).with_suffix(".cpp")


def load():
    made = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:12]
    path = pathlib.Path(sys.prefix, "half_extension." + made + ".so")
    packages = pathlib.Path(torch.__file__).parent
    include = packages / "include"
    if not path.exists():
        partial = path.with_suffix(".%d" % os.getpid())
        environment = dict(os.environ)
        environment.pop("LD_PRELOAD", None)
        subprocess.run(
            ["c++", "-O2", "-g", "-std=c++20", "-fPIC", "-shared",
             "-D_GLIBCXX_USE_CXX11_ABI=%d" % torch._C._GLIBCXX_USE_CXX11_ABI,
             "-I", sysconfig.get_path("include"), "-I", include,
             "-I", include / "torch" / "csrc" / "api" / "include", SOURCE,
             "-o", partial, "-L", packages / "lib", "-ltorch_python",
             "-ltorch", "-ltorch_cpu", "-lc10"], check=True, env=environment)
        partial.rename(path)
    spec = importlib.util.spec_from_file_location("half_extension", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(correct):
    module = load()
    total = 0
    for number in range(400):
        tensor = torch.ones(4) * number
        total += module.ask_half(tensor, lambda half: half.sum().item(),
                                 correct)
    print("total", total)


if __name__ == "__main__":
    run(correct=False)
