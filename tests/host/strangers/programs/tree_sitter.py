"""Code as trees, queries on them, and code that is none."""
#: needs tree-sitter tree-sitter-python
#: leaks ^(parser_parse|tree_dealloc) .* type
#: proof import owed, tree_sitter
#: proof assert owed.growth("Tree") > 100
#: leaks ^node_(new_internal|dealloc) .* type
#: proof import owed, tree_sitter
#: proof assert owed.growth("Node") > 100
#: leaks ^tree_(walk|cursor_dealloc) .* type
#: proof import owed, tree_sitter
#: proof assert owed.growth("TreeCursor") > 100
#: leaks ^query_dealloc .* type
#: proof import owed, tree_sitter
#: proof assert owed.growth("Query") > 100
import tree_sitter
import tree_sitter_python

language = tree_sitter.Language(tree_sitter_python.language())
parser = tree_sitter.Parser(language)
code = b"def f(a):\n    return [a, 'b']\n"
for number in range(200):
    tree = parser.parse(code)
    names = [child.type for child in tree.root_node.children]
    cursor = tree.walk()
    cursor.goto_first_child()
    parser.parse(b"def (((")
    try:
        tree_sitter.Query(language, "(there_is_none)")
    except tree_sitter.QueryError:
        pass
print(names, str(tree.root_node)[:30])
