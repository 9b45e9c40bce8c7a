"""Batches that worker processes load: nothing to be found."""
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset

torch.manual_seed(0)
torch.set_num_threads(1)


class Items(Dataset):
    def __len__(self):
        return 64

    def __getitem__(self, index):
        return {"x": torch.full((3,), float(index)), "name": str(index)}


class Stream(IterableDataset):
    def __iter__(self):
        return (torch.tensor([number]) for number in range(40))


def main():
    total = 0
    for _ in range(3):
        for batch in DataLoader(Items(), batch_size=8, num_workers=2,
                                shuffle=True):
            total += batch["x"].sum().item()
        for batch in DataLoader(Stream(), batch_size=4):
            total += batch.sum().item()
    print(total)


if __name__ == "__main__":
    main()
