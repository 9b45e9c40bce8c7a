"""What hatchling does for a wheel: builds command and library, and adds them.

REFTALLY_STAGED names a folder into which they have been installed already
(`make install DESTDIR=...` with --prefix=/usr), and REFTALLY_WHEEL_TAG where
such a wheel may be installed; scripts/make-wheel sets both.
"""

import os
import pathlib
import subprocess
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        if version == "editable":
            return  # the command on the path will do
        staged = os.environ.get("REFTALLY_STAGED")
        self._folder = tempfile.TemporaryDirectory(prefix="reftally-")
        usr = pathlib.Path(staged or build(self.root, self._folder.name), "usr")
        added = {usr / "bin/reftally": "bin/reftally",
                 usr / "lib/reftally/libreftally.so":
                     "lib/reftally/libreftally.so"}
        tables = usr / "share/reftally"
        for path in tables.rglob("*.*"):
            name = path.relative_to(tables)
            if name.parts[0] != "python":  # that is the wheel itself
                added[path] = f"share/reftally/{name}"
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + os.environ.get(
            "REFTALLY_WHEEL_TAG", "linux_x86_64")
        build_data["force_include"].update(
            {str(path): f"reftally/native/{name}"
             for path, name in added.items()})


def build(root, folder):
    """Where `make install` has put everything."""
    where = pathlib.Path(folder, "build")
    where.mkdir()
    if not pathlib.Path(root, "configure").exists():
        pathlib.Path(root, "m4").mkdir(exist_ok=True)
        subprocess.run(["autoreconf", "-i"], cwd=root, check=True)
    for words in ([f"{root}/configure", "-q", "--prefix=/usr",
                   "--libdir=/usr/lib"],
                  ["make", "-s", f"-j{os.cpu_count()}"],
                  ["make", "-s", "install-strip", f"DESTDIR={folder}/staged"]):
        subprocess.run(words, cwd=where, check=True)
    return pathlib.Path(folder, "staged")
