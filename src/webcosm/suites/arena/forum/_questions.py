"""Questions about the household: each in several words, and questions that look alike and ask something else."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["QUESTIONS", "Question"]

Words = tuple[str, str]
"""Title and text."""


@dataclass(frozen=True)
class Question:
    same: tuple[Words, Words, Words]
    """Three people ask the same: the same answers would do."""
    other: tuple[Words, Words]
    """Near by, but other answers are needed."""


QUESTIONS = (
    Question(
        (
            (
                "How do I get red wine out of a wool rug?",
                "Somebody knocked over a glass last night. The rug is wool and cream colored.",
            ),
            (
                "Spilled a glass of Burgundy, what now?",
                "It went onto our carpet, which is pure wool. I dabbed it, but there is still a pink patch.",
            ),
            (
                "Help, pink patch on a woolen carpet",
                "Guests, a bottle of red, a bump with the elbow. What takes it out without hurting the wool?",
            ),
        ),
        (
            (
                "How do I get red wine out of a wooden table?",
                "A glass left a dark ring on the oiled oak. The rug underneath got nothing.",
            ),
            (
                "How do I get candle wax out of a wool rug?",
                "Red wax from a candle, dripped over the length of my hand and has gone hard.",
            ),
        ),
    ),
    Question(
        (
            (
                "Why does my washing machine smell?",
                "The clothes are fine, but when I open the door there is a musty cloud.",
            ),
            (
                "Musty front loader",
                "I leave the door open after every wash and it still reeks inside the drum. What do you do about it?",
            ),
            (
                "Opened the washer and it stank of swamp",
                "Laundry comes out all right. It is the machine itself. Is there a trick?",
            ),
        ),
        (
            (
                "Why does my laundry smell after washing?",
                "The machine itself smells of nothing at all, it is the towels once they get damp again.",
            ),
            ("Why does my dishwasher smell?", "Musty when I open the door. The washing machine next to it is fine."),
        ),
    ),
    Question(
        (
            (
                "How long does cooked rice keep in the fridge?",
                "I cook for the whole week on Sunday and do not want to get ill.",
            ),
            (
                "Is rice from four days ago still all right?",
                "It was in a closed box and cold all the time. I never know how many days are safe.",
            ),
            (
                "Meal prep with rice: until which day can I eat it?",
                "It goes into the refrigerator right after cooking.",
            ),
        ),
        (
            (
                "How long does cooked rice keep in the freezer?",
                "I would make a big batch for the month. The fridge is too small for it.",
            ),
            ("How long does uncooked rice keep?", "We found a sack of it in my grandmother's cellar, closed and dry."),
        ),
    ),
    Question(
        (
            ("How do I stop a door from squeaking?", "Bedroom door, old hinges, three in the morning."),
            ("Hinges that wake the baby", "Every time I sneak out of the nursery it creaks. What do I put on them?"),
            (
                "Which oil for creaking hinges?",
                "Cooking oil did not help for long. The door sings again after two weeks.",
            ),
        ),
        (
            ("How do I stop a floor from squeaking?", "Bedroom, old boards, three in the morning. The door is fine."),
            ("How do I stop a door from slamming?", "The hinges are silent, but the draft shuts it with a bang."),
        ),
    ),
    Question(
        (
            ("Limescale on the shower glass: what works?", "Our water is very hard and the pane is white all over."),
            (
                "Cannot see through my shower door any more",
                "White spots from the water everywhere. Scrubbing does nothing. Which product or home remedy?",
            ),
            (
                "How do you get white water marks off a shower screen?",
                "It is glass, three years old, and I was lazy about it.",
            ),
        ),
        (
            ("Limescale in the kettle: what works?", "Our water is very hard and the bottom is white all over."),
            (
                "Soap scum on a plastic shower curtain: what works?",
                "Glass would be easier, I know, but this is a curtain.",
            ),
        ),
    ),
    Question(
        (
            ("Fruit flies in the kitchen, how do I get rid of them?", "The fruit is gone, the flies are not."),
            (
                "Tiny flies around the fruit bowl",
                "I threw out everything ripe a week ago, and they are still dancing there. What do you do?",
            ),
            (
                "A trap for those little flies that come with bananas?",
                "They seem to multiply overnight in our kitchen.",
            ),
        ),
        (
            (
                "Tiny flies around my houseplants, how do I get rid of them?",
                "They come out of the soil when I water. There is no fruit in the house.",
            ),
            (
                "Moths in the kitchen, how do I get rid of them?",
                "They were in the flour. The fruit flies we had last year are gone.",
            ),
        ),
    ),
    Question(
        (
            (
                "Can I paint over wallpaper?",
                "Woodchip from the eighties, sticks like new, and I would rather not take it off.",
            ),
            (
                "Old woodchip paper: strip it or roll paint over it?",
                "It is firm everywhere. I am renting and have one weekend.",
            ),
            (
                "Lazy renovation: color straight onto the wallpaper?",
                "It is the bumpy kind and it holds. What can go wrong?",
            ),
        ),
        (
            (
                "Can I put new wallpaper over old wallpaper?",
                "Woodchip from the eighties, sticks like new. I do not want to paint it.",
            ),
            ("Can I paint over tiles?", "Bathroom from the eighties. The wallpaper next door is another story."),
        ),
    ),
    Question(
        (
            ("How often do you change the bed sheets?", "My roommate says every week, my mother said once a month."),
            (
                "Sheets: weekly, every two weeks, monthly?",
                "We are having a small war about this at home and need numbers.",
            ),
            (
                "Be honest, how long do your sheets stay on the bed?",
                "I want to know what is normal, not what the magazines say.",
            ),
        ),
        (
            ("How often do you wash your pillows?", "Not the cases, the pillows. The sheets we change every week."),
            ("How often do you change the towels?", "My roommate says every day, my mother said once a week."),
        ),
    ),
    Question(
        (
            (
                "My bread is always dense, what am I doing wrong?",
                "Yeast, wheat flour, one hour of rising. It comes out like a brick.",
            ),
            (
                "Brick instead of loaf",
                "I follow the packet, dried yeast and plain flour, and it never gets airy. Where is my mistake?",
            ),
            (
                "How do I get air into a wheat loaf with yeast?",
                "Mine are heavy and damp in the middle every single time.",
            ),
        ),
        (
            (
                "My sourdough is always dense, what am I doing wrong?",
                "No yeast, only my starter, which is six weeks old. With yeast I get nice loaves.",
            ),
            (
                "My bread is always dry the day after, what am I doing wrong?",
                "It is light and airy when it comes out. The next morning it is a rusk.",
            ),
        ),
    ),
    Question(
        (
            ("What do I do about a dripping faucet?", "Kitchen, one lever, a drop every two seconds since Monday."),
            (
                "Plip, plip, plip",
                "The mixer in our kitchen does not close any more. Can I mend that myself, and with what?",
            ),
            (
                "Single-lever mixer leaks from the spout",
                "Only a drop at a time, but it drives me mad. Do I need a plumber?",
            ),
        ),
        (
            (
                "What do I do about a dripping radiator?",
                "At the valve, a drop every few minutes. The faucets are all tight.",
            ),
            (
                "What do I do about a faucet with hardly any pressure?",
                "Kitchen, one lever. It does not drip, it just barely runs.",
            ),
        ),
    ),
    Question(
        (
            ("How do I keep cats out of my vegetable bed?", "They are the neighbor's, and they think it is a toilet."),
            (
                "Somebody else's cat digs where I sow",
                "Lovely animal, wrong place: my carrots. What keeps it away without hurting it?",
            ),
            (
                "Raised bed or litter box?",
                "Three cats live next door and all of them visit my lettuce. I need ideas that are kind to them.",
            ),
        ),
        (
            (
                "How do I keep slugs out of my vegetable bed?",
                "They eat all of it in a night. The neighbor's cats, thank you, do not help.",
            ),
            (
                "How do I keep my cat off the kitchen table?",
                "It is my own cat, and it knows very well that it may not.",
            ),
        ),
    ),
    Question(
        (
            (
                "Which light bulbs for a reading corner?",
                "Warm or neutral, and how bright? I read paper books in the evening.",
            ),
            (
                "Lamp next to the armchair: what should I screw in?",
                "For reading at night. I am lost between lumens and kelvins.",
            ),
            (
                "My eyes get tired when I read in the evening",
                "It may be the bulb in the floor lamp. Which color and brightness do you take?",
            ),
        ),
        (
            ("Which light bulbs for a bathroom mirror?", "Warm or neutral, and how bright? I put on make-up there."),
            ("Which light bulbs for a plant shelf?", "I do not read there, it is for basil in the winter."),
        ),
    ),
    Question(
        (
            (
                "Is it cheaper to let the heating run or to switch it off at work?",
                "Gas, old house, nobody home from eight to five.",
            ),
            (
                "Heating all day against heating in the evening",
                "We are out for nine hours. Off is cold at night, on feels wrong. What costs less?",
            ),
            (
                "Do I save gas if I turn the heating off while we are out?",
                "People tell me that warming up again eats all of it.",
            ),
        ),
        (
            (
                "Is it cheaper to leave the boiler for hot water on or to switch it off at work?",
                "Electric, eighty liters. The heating is another system.",
            ),
            ("Is it cheaper to heat with gas or with an air conditioner?", "Old house, we are home all day."),
        ),
    ),
    Question(
        (
            ("How do I fold a fitted sheet?", "I have watched it five times and end up with a ball."),
            (
                "The sheet with the elastic wins again",
                "Everything else in my cupboard is flat. How do you fold this thing?",
            ),
            ("Folding the one with corners", "Is there a way for one person? Mine looks like a cauliflower."),
        ),
        (
            ("How do I iron a fitted sheet?", "Folding works by now. Ironing it does not."),
            ("How do I fold a shirt so that it has no creases in a suitcase?", "Sheets I can do."),
        ),
    ),
    Question(
        (
            ("My cast iron pan is rusty, is it lost?", "It was in a damp cellar and is orange all over."),
            ("Found an old iron skillet with rust", "From the cellar of our new house. Can I save it, and how?"),
            ("Orange spots all over the heavy pan", "I let it soak overnight, I know. How do I get it back to black?"),
        ),
        (
            ("My cast iron pan is sticky, what happened?", "No rust at all, but it feels like glue after I oiled it."),
            ("My carbon steel knife is rusty, is it lost?", "It was in a damp drawer. The pans are fine."),
        ),
    ),
    Question(
        (
            (
                "How do I hang a heavy mirror on plasterboard?",
                "Twenty kilos, and I cannot find a stud where I want it.",
            ),
            (
                "Which anchors for twenty kilos on drywall?",
                "It is a big mirror for the hall. The wall sounds hollow everywhere.",
            ),
            ("Big mirror, hollow wall", "I do not want it on my feet. What do you use to hang it?"),
        ),
        (
            ("How do I hang a heavy mirror on a tiled wall?", "Twenty kilos. The wall behind the tiles is brick."),
            ("How do I hang a heavy mirror without drilling?", "I rent, and holes are forbidden in any wall."),
        ),
    ),
    Question(
        (
            ("What do I do with old paint?", "Eleven half-full cans in the shed, some from the last owner."),
            ("Where do half-empty paint cans go?", "I have a whole shelf of them and the trash is surely wrong."),
            ("Getting rid of leftover wall paint", "A dozen buckets after moving in. Does anybody take them?"),
        ),
        (
            ("What do I do with old brushes?", "Eleven hard ones in the shed. The paint cans I have brought away."),
            (
                "What do I do with old motor oil?",
                "A canister in the shed from the last owner. The paint is gone already.",
            ),
        ),
    ),
    Question(
        (
            ("How do I sharpen a kitchen knife without a machine?", "I have a stone and no idea."),
            ("Dull knife, whetstone, two left hands", "Which angle, how many strokes, how do I know that I am done?"),
            (
                "Beginner with a sharpening stone",
                "My chef's knife cannot cut a tomato. How do you go about it by hand?",
            ),
        ),
        (
            ("How do I sharpen a bread knife?", "The one with teeth. For the others I have a stone, and that works."),
            ("How do I sharpen kitchen scissors?", "The knives are sharp, the scissors chew."),
        ),
    ),
)
