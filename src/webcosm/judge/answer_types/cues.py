"""The words by which a text denies, withdraws, doubts and concludes, looked for in text with its values masked."""

from __future__ import annotations

import re

__all__ = [
    "ABSENT",
    "ACTUALLY",
    "AFTERTHOUGHT",
    "ANSWER",
    "ANY",
    "CONCLUSION",
    "COPULA",
    "DENIED",
    "EARLIER",
    "EXCEPTED",
    "GIVEN_UP",
    "INABILITY",
    "NEXT_WORD",
    "OTHER",
    "PATTERNS",
    "PROPERTY",
    "REFUTED",
    "RESTATED",
    "RETRACTED",
    "SEEMING",
    "VALUE",
    "WORDS",
]

# Masked values: private-use characters, one for each value; values that are not chosen are OTHER.
VALUE = "[\ue000-\uf8ff]"
OTHER = "\x01"
ANY = "[\x01\ue000-\uf8ff]"
BE = r"(?:is|was|are|were|be|'s|'re)"

# Where the scope of a denial ends.
END = r"(?=[.;:!?,\n()]|\s-\s|\b(?:but|however|though|although|so|because|hence|therefore|instead|rather)\b|$)"
AUXILIARY = r"(?:is|was|are|were|do|does|did|has|have|had|ca|could|would|should|wo|ai)"
NOT = rf"(?:not(?! (?:only|including|counting|far from (?:it|me))\b)|never|cannot|{AUXILIARY}n'?t)"
DENIED = re.compile(
    rf"\b(?:{NOT}|neither|nor|none of|no longer|doubt|exclud\w+|disregard|ignor\w+|unable to|fail(?:s|ed)? to"
    rf"|(?:wrong|false|incorrect|bad) (?:ones?|answers?|values?|results?)|mistakenly|unlike)\b[^.;:!?,\n()]*?{END}",
    re.IGNORECASE,
)
ABOUT = r"(?:(?:about|around|approximately|roughly|for|a|an|the|my|these|those) )*"
EXCEPTED = re.compile(
    rf"\b(?:rather than|instead of|other than|except(?: for)?|excluding|(?:any(?:thing|one|body|where)|every(?:thing"
    rf"|one|body)|all|nothing|no ?one|nobody"
    rf"|any \w+|every \w+) but|not)[: ]+{ABOUT}(?:{VALUE}+|[^.;:!?,\n()]*?(?={END}|\b{BE}\b))",
    re.IGNORECASE,
)
REFUTED = re.compile(
    rf"[^.;:!?,\n()]*{VALUE}[^.;:!?,\n()]*?(?<!that )(?<!which )(?<!who )(?:\b{AUXILIARY}(?:n't| not)|\bcannot"
    rf"|\bcan't)(?: be)?"
    rf" (?:the|an?|it|right|correct|true|what|my|your|valid|accurate|possible|this|that|among|part|so)\b[^.;:!?\n()]*"
    rf"|[^.;:!?,\n()]*{VALUE}[^.;:!?,\n()]*?\b{BE}(?: the| a| an| just| clearly| definitely| all)? "
    r"(?:wrong|incorrect|false|untrue|mistaken|outdated|obsolete|old|default|previous|former)\b[^.;:!?\n()]*",
    re.IGNORECASE,
)
EARLIER = re.compile(
    r"\b(?:at first|first (?:thought|counted|saw|said|read|glance|look|guess|try|answer|impression)|initial(?:ly)?"
    r"|original(?:ly)?|previous(?:ly)?|earlier|formerly|used to|almost said|nearly said|(?<!as )i thought|had thought"
    r"|(?:would|could|might) have (?:said|answered|thought|guessed)|old (?:ones?|value|price|answer)|last (?:message"
    r"|answer|reply)"
    r"|mistakenly|misread|miscounted|supposed to|claim(?:s|ed)|prior"
    r"|in the past"
    r"|(?:had|was|were|is|i said)\b[^.;:!?,\n()]*\bbefore(?=\s*(?:[.;:!?,\n)]|$))|(?:i"
    r"|we) had\b[^.;:!?,\n()]*\bat first"
    r"|even though|although|front page says|everyone (?:says|thinks)|people (?:say|think)|should have been|was to be)",
    re.IGNORECASE,
)
SEEMING = re.compile(r"\b(?:look(?:s|ed) like|seem(?:s|ed) (?:to be|like|that))\b", re.IGNORECASE)
RETRACTED = re.compile(
    r"\b(?:scratch that|(?:i )?take (?:that|it) back|no,? wait|wait\b(?! time)|hold on|my (?:mistake|bad)|oops|i meant"
    r"|i mean\b|make that"
    r"|correction\b(?! to)|corrected:|edit:|on second thou?ght|(?:disregard|ignore|forget) (?:that|it|this|the above"
    r"|what)"
    r"|(?:but |and |which |that |this |it |they |those |these |list |above |answer )+(?:one |answer )?(?:is|was|are"
    r"|were|would be|'s)"
    r" (?:all )?(?:wrong|incorrect|false|mistaken|outdated|a mistake|an error|not (?:right|correct|true)|n't (?:right"
    r"|correct|true))"
    r"|isn't right|i was wrong|sorry\b(?! (?:for|about|it took|that it|to)))",
    re.IGNORECASE,
)
ACTUALLY = re.compile(
    rf"\bactually\b(?=[^.;!?\n]{{0,40}}{VALUE})|\bnow (?:it|they) {BE}\b|\bit should be\b", re.IGNORECASE
)
# "orders that weren't canceled", "not yet shipped": what is denied is a property of other things.
PROPERTY = re.compile(
    r"\b(?:that|which|who)(?:'ve| have| has| had| are| is| were| was| do| does| did)?(?:n't| not)(?: (?:yet|been|be"
    r"|already))* \w+"
    r"|\b(?:and|but|ones?|orders?|ones|those|items?|still) not(?: (?:yet|been))* \w+(?:ed|en|wn|ld|nt)\b"
    r"|\bnon-\w+|\b(?:weren't|wasn't|aren't|isn't|not) (?:been )?(?:cancel|ship|refund|pay|paid|complet|deliver|return"
    r"|includ|count)\w*",
    re.IGNORECASE,
)

MARKS = r"[^\w\n\x01\ue000-\uf8ff]{0,12}"  # punctuation beside a value
TO = r"(?:-|\bto\b|\bthrough\b|\buntil\b|\.{2,3}|~)"
DOUBTS = (
    ("it denies", rf"\bthere {BE} no(?:ne)?\b(?! (?:others?|more|doubt))|\bn/a\b|\bno way to\b"),
    (
        "it offers alternatives",
        rf"{VALUE}{MARKS}(?:\bor\b|and/or)|\bor\b {ABOUT}(?:maybe |possibly |perhaps |even )?{VALUE}|\beither\b"
        rf"|\balternatively\b|\botherwise\b"
        rf"|{VALUE}\s*(?:/|\||\bvs\b\.?|\bversus\b)\s*(?={ANY})|{OTHER}\s*(?:/|\||\bvs\b\.?|\bversus\b)\s*(?={VALUE})"
        r"|\bcandidates?\b|\banother (?:one |page |source )?says\b",
    ),
    (
        "it keeps the answer open",
        rf"\b(?:can|could|should|must|may|might) (?:\w+ )?be {ABOUT}{VALUE}|"
        r"\bmaybe\b|\bperhaps\b|\bpossibly\b|\bmight\b(?! (?:want|like|ask|wonder|interest))|\bmay be\b|\bcould be\b"
        r"|\bguess(?:ing)?\b|\bunsure\b"
        r"|\buncertain\b|\bunclear\b|\bunknown\b|\betc\b|\band so on\b|\bamong others\b|\bwhether\b"
        rf"|\bestimate[ds]?\b|\bhard to (?:say|tell)\b|{VALUE}{MARKS}\?",
    ),
    (
        "it sets a condition",
        r"\bif\b|\bunless\b|\bassuming\b|\bdepend(?:s|ing)\b|\bprovided (?:that|it|you)\b|\bsupposing\b|\bin case\b",
    ),
    (
        "it gives a bound, not a value",
        rf"^from {ABOUT}(?={VALUE}+[^\w]*$)|"
        r"(?:\b(?:over|under|above|below|beyond|than|at least|at most|nearly|almost|barely|close to|before|after"
        r"|(?:not|n't) far from|starting (?:at|from)|(?:price|cost|rate)s? starts? (?:at|from)|as (?:low|little|few"
        r"|much|many|high) as|upwards? of|exceed(?:s|ing)?"
        r"|min(?:imum)?(?: of)?|max(?:imum)?(?: of)?"
        r"|(?<!adds )(?<!add )(?<!sums )(?<!comes )(?<!adding )(?<!added )(?<!amounts )(?<!range )"
        r"(?<![\ue000-\uf8ff\x01] )up to|still)"
        rf"|(?<![-=])[<>]=?|[≤≥])\s*{ABOUT}(?=[$€£]?{VALUE})"
        rf"|{VALUE}\s*(?:\+(?!\w|\s*[\w$€£\x01\ue000-\uf8ff])|at (?:most|least)\b"
        r"|or (?:more|less|fewer|so|higher|lower)\b|and (?:up|above|over"
        rf"|more|below|under|counting|upwards?)\b|upwards?\b|-?ish\b|plus\s*[.!]?$)",
    ),
    ("it gives a range", rf"{VALUE}\s*{TO}\s*(?={ANY})|{ANY}\s*{TO}\s*(?={VALUE})|\bbetween {ABOUT}{ANY}"),
)
# Denials that are about the answer itself: what is said of it is not known.
INABILITY = re.compile(
    r"\b(?:not|n't) (?:\w+ )?(?:sure|certain)\b|\bdoubt(?:ful|s|ed)?\b(?! about that)|\bcan(?:'t|not) (?:tell|decide"
    r"|say|confirm|be (?:sure|confirmed))\b"
    r"|\b(?:unable|(?:was|were|am)(?:n't| not) able|failed) to (?:confirm|verify|tell|say|find|open|check)\b"
    r"|\bcould(?:n't| not) (?:confirm|verify|tell|be (?:confirmed|verified))\b|\b(?:do not|don't) know\b"
    r"|\bstill (?:not|hasn't|haven't)\b",
    re.IGNORECASE,
)
# What is said of the whole question: what follows is no answer to it.
GIVEN_UP = re.compile(
    r"\b(?:could(?:n't| not)|can(?:'t|not)|unable to|(?:was|were|am)(?:n't| not) able to|failed to)"
    r" (?:determine|figure out|work out|calculate|compute|establish|answer)\b"
    r"|\bno(?:body| one|ne)?\b[^.!?\n]*[.;,!] *(?:but |though )*the (?:closest|nearest|most similar|best match)\b",
    re.IGNORECASE,
)
ABSENT = re.compile(r"\bnot found\b|\bno such\b|\bn/a\b", re.IGNORECASE)
PATTERNS = tuple((reason, re.compile(pattern, re.IGNORECASE)) for reason, pattern in DOUBTS)
RESTATED = re.compile(rf"({VALUE})\1*\s*(?:/|\(|\bor\b)\s*(?=\1)", re.IGNORECASE)  # "5 km / 3.1 mi" offers no choice
NEXT_WORD = re.compile(r"\W*[\w']*")
WORDS = re.compile(rf"[^\W_]+(?:'\w+)?|{ANY}+")

# How strongly a value is marked as what the text comes to.
ANSWER = re.compile(
    rf"\b(?:(?:final|correct|right|actual|true) )?(?:answer|result|solution)\b[^.;!?\n,]*?(?:\b{BE}\b|[:=]"
    rf"|'s)[\s:*\"'(]*(?:{ABOUT}|exactly |actually |simply |just )*$",
    re.IGNORECASE,
)
CONCLUSION = re.compile(
    r"(?:=|≈|→|->|=>"
    r"|\b(?:(?:adds?|sums?|comes?|adding|amounts?|totals?|works?|totaling|totalling) (?:up |out )?(?:to|at"
    r"|as)"
    r"|(?:in|grand) total(?: is| was| comes to|:)|in (?:all|the end|sum)|altogether|total(?:s|ed)?(?: is| was|:)?"
    r"|makes|gives|leav(?:es|ing)"
    r"|therefore|thus|hence|so|final(?:ly)?|which (?:is|makes|gives|means))\b)[\s,:]*(?:[\w']+ ){0,6}?$",
    re.IGNORECASE,
)
AFTERTHOUGHT = re.compile(
    r"\s*(?:in (?:all|total|the end|sum)|altogether|total)\b", re.IGNORECASE
)  # "12 in total, 3 of them …"
COPULA = re.compile(
    rf"\b(?:{BE}|there {BE}|reads|says|shows|equals|to be)[\s:\"'(]*{ABOUT}$|(?:'s|\bit) $", re.IGNORECASE
)
