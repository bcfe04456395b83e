"""A random agent through Gymnasium: the shortest whole program that uses an environment.

python examples/gym_random.py
"""

import gymnasium

from webcosm.act import ActionSet
from webcosm.env import Options  # importing webcosm.env makes the environments known to Gymnasium

START = "http://notes.test/"
ACTIONS = ("click", "fill", "scroll", "go_back", "goto")
STEPS = 10
SEED = 7

options = Options(actions=ActionSet(groups=(), include=ACTIONS))
env = gymnasium.make("webcosm/open", start_url=START, goal="Look around.", options=options)
observation, info = env.reset(seed=SEED)
env.action_space.seed(SEED)  # the same seed draws the same actions

for step in range(1, STEPS + 1):
    action = env.action_space.sample()  # on elements that the observation shows
    observation, reward, terminated, truncated, info = env.step(action)
    print(f"{step:2}  {action:36.36}  {info['error'] or observation['url']}")
    if terminated or truncated:
        observation, info = env.reset()

env.close()
