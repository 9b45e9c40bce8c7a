from asked_from_all_over import four, one, three, two


class Config:
    def __init__(self):
        self.options = ["verbose", "color", "pager"]


def main():
    config = Config()
    return sum(one(config) + two(config) + three(config) + four(config)
               for _ in range(200))


print(main())
