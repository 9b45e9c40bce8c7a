"""Surfaces, events, timers and sound of SDL, and its threads."""
#: needs pygame-ce
import os

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy",
                  PYGAME_HIDE_SUPPORT_PROMPT="1")
import pygame


class Ball(pygame.sprite.Sprite):
    def __init__(self, number, *groups):
        super().__init__(*groups)
        self.image = pygame.Surface((8, 8), pygame.SRCALPHA)
        self.image.fill((number % 256, 0, 255, 128))
        self.rect = self.image.get_rect(topleft=(number % 90, 10))
        self.mask = pygame.mask.from_surface(self.image)


pygame.init()
screen = pygame.display.set_mode((100, 100))
event = pygame.event.custom_type()
for number in range(200):
    group = pygame.sprite.Group(Ball(one) for one in range(5))
    group.draw(screen)
    hit = pygame.sprite.spritecollide(Ball(1), group, True,
                                      pygame.sprite.collide_mask)
    vector = pygame.Vector2(3, 4).normalize() * number
    pygame.event.post(pygame.event.Event(event, text="a", list=[number]))
    got = [one.list for one in pygame.event.get(event)]
    part = screen.subsurface((0, 0, 10, 10))
    view = bytes(part.copy().get_buffer().raw)[:4]
    turned = pygame.transform.rotate(part, 30).get_size()
    sound = pygame.mixer.Sound(buffer=bytes(1000))
    channel = sound.play()
    try:
        pygame.Vector2("wrong")
    except ValueError:
        pass
    try:
        screen.set_at((0, 0), "no colour")
    except ValueError:
        pass
pygame.time.set_timer(event, 1, loops=3)
count = 0
for number in range(1000):
    count += len(pygame.event.get(event))
    if count == 3:
        break
    pygame.time.wait(20)
pygame.quit()
print(len(hit), round(vector.length()), got, len(view), turned, count)
