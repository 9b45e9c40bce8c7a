"""A service with a model, its own test client, and requests that are wrong."""
#: needs fastapi httpx2 httpx
from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import BaseModel


class Asked(BaseModel):
    x: int


application = FastAPI()


@application.post("/")
async def post(asked: Asked):
    return {"y": asked.x}


client = TestClient(application)
for number in range(100):
    response = client.post("/", json={"x": number})
    client.post("/", json={"x": "a"})
print(response.json())
