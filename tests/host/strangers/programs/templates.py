"""Templates, with text that is escaped and one that is no template."""
#: needs jinja2 markupsafe
import jinja2
import markupsafe

environment = jinja2.Environment(autoescape=True)
for number in range(100):
    template = environment.from_string(
        "{% for one in all %}{{ one|upper }}{% endfor %}")
    text = template.render(all=["<a>", "b", markupsafe.Markup("<i>")])
    markupsafe.escape("<%d>" % number) + "<"
    try:
        environment.from_string("{% for %}")
    except jinja2.TemplateSyntaxError:
        pass
print(text)
