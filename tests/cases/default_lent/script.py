from default_lent import Queue

lasting = ["it lasts"]
held = [lasting] * 5000


def use(queue, number):
    queue.put(lasting)
    queue.drop()
    queue.put([number])
    queue.next(None)
    queue.drop()
    queue.next(lasting)


def main():
    queue = Queue()
    for number in range(1200):
        use(queue, number)


main()
