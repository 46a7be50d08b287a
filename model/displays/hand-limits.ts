/** @bound Hands in one presence message: the message is refused. */
export const HANDS_MAX = 16;
/** @bound Widgets that one hand in a presence message holds: the message is refused. */
export const BOXES_MAX = 64;
