from attribute_result import count


class Config:
    def __init__(self):
        self.options = ["verbose", "color", "pager"]


def main():
    config = Config()
    return sum(count(config) for _ in range(1000))


print(main())
