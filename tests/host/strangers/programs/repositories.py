"""A repository of Git by libgit2, and commits that there are not."""
#: needs pygit2
import pygit2

repository = pygit2.init_repository("repository", True)
author = pygit2.Signature("a", "a@b", 0, 0)
parents = []
for number in range(50):
    blob = repository.create_blob(b"%d" % number)
    builder = repository.TreeBuilder()
    builder.insert("file", blob, pygit2.GIT_FILEMODE_BLOB)
    commit = repository.create_commit("refs/heads/main", author, author,
                                      "message", builder.write(), parents)
    parents = [commit]
    history = [one.message for one in repository.walk(commit)]
    try:
        repository.revparse_single("none")
    except KeyError:
        pass
print(len(history), commit)
