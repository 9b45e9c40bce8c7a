"""An application on a screen that nobody sees; keys are pressed."""
#: needs textual
import asyncio

from textual.app import App
from textual.widgets import Input, Label


class Form(App):
    def compose(self):
        yield Label("x")
        yield Input()


async def main():
    form = Form()
    async with form.run_test() as pilot:
        for key in "hello":
            await pilot.press(key)
        print(form.query_one(Input).value)


asyncio.run(main())
