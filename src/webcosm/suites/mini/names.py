"""Which MiniWoB++ tasks there are: the 125 of BrowserGym's list."""

from __future__ import annotations

__all__ = ["NAMES"]

_LIST = """
    ascending-numbers bisect-angle book-flight book-flight-nodelay buy-ticket choose-date choose-date-easy
    choose-date-medium choose-date-nodelay choose-list circle-center click-button click-button-sequence
    click-checkboxes click-checkboxes-large click-checkboxes-soft click-checkboxes-transfer click-collapsible
    click-collapsible-2 click-collapsible-2-nodelay click-collapsible-nodelay click-color click-dialog click-dialog-2
    click-link click-menu click-menu-2 click-option click-pie click-pie-nodelay click-scroll-list click-shades
    click-shape click-tab click-tab-2 click-tab-2-easy click-tab-2-hard click-tab-2-medium click-test click-test-2
    click-test-transfer click-widget copy-paste copy-paste-2 count-shape count-sides daily-calendar drag-box
    drag-circle drag-cube drag-items drag-items-grid drag-shapes drag-shapes-2 drag-single-shape drag-sort-numbers
    draw-circle draw-line email-inbox email-inbox-delete email-inbox-forward email-inbox-forward-nl
    email-inbox-forward-nl-turk email-inbox-important email-inbox-nl-turk email-inbox-noscroll email-inbox-reply
    email-inbox-star-reply enter-date enter-password enter-text enter-text-2 enter-text-dynamic enter-time
    find-greatest find-midpoint find-word focus-text focus-text-2 form-sequence form-sequence-2 form-sequence-3
    generate-number grid-coordinate guess-number highlight-text highlight-text-2 hot-cold identify-shape login-user
    login-user-popup multi-layouts multi-orderings navigate-tree number-checkboxes odd-or-even order-food phone-book
    read-table read-table-2 resize-textarea right-angle scroll-text scroll-text-2 search-engine sign-agreement
    simple-algebra simple-arithmetic social-media social-media-all social-media-some stock-market terminal text-editor
    text-transform tic-tac-toe unicode-test use-autocomplete use-autocomplete-nodelay use-colorwheel use-colorwheel-2
    use-slider use-slider-2 use-spinner visual-addition
"""
NAMES: tuple[str, ...] = tuple(_LIST.split())
"""In alphabetical order but for variants, which follow the task they vary. Other pages of the package (flight
booking, and those that need a quick hand: chase-circle, moving-items, simon-says, …) are served but are no tasks."""
