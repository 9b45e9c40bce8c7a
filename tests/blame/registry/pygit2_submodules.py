"""Each path of a submodule is kept by listall_submodules()."""
# Source: https://github.com/libgit2/pygit2/commit/712b5bdf, mended in 1.6.1
# Wheel, 3.9.18
import shutil
import tempfile

import pygit2

CULPRIT = "foreach_path_cb Repository_listall_submodules"
PACKAGE = "pygit2==1.6.0 cached-property==1.5.2 cffi==1.15.1"
PYTHON = "3.9"
BINARY = "1"

folder = tempfile.mkdtemp()
repository = pygit2.init_repository(folder)
blob = repository.create_blob(b"text")
builder = repository.TreeBuilder()
builder.insert("name", blob, pygit2.GIT_FILEMODE_BLOB)
tree = builder.write()
me = pygit2.Signature("Me", "me@example.org")
commit = repository.create_commit("refs/heads/master", me, me, "Subject\n\nBody\n\nSigned-off-by: Me Myself <me@example.org>\n", tree, [])

with open(folder + "/.gitmodules", "w") as file:
    file.write('[submodule "inner"]\n\tpath = inner\n\turl = https://example.org/inner\n')


def step():
    assert repository.listall_submodules() == ["inner"]
