from wrongly_wrapped import wrap


class Text(tuple):
    pass


class Page:
    pass


def work():
    for _ in range(400):
        wrap(text)


text = Text("ab")
texts = [text] * 10000
pages = []
for _ in range(50):
    page = Page()
    page.text = text
    pages.append(page)
work()
