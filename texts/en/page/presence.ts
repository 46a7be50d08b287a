/** Other people on the canvas. */
export const presence = {
  people: (count: number) => (count === 1 ? '1 other person is here' : `${count} other people are here`),
  guest: 'Guest',
  /** Name and number of a guest among several. */
  numbered: (name: string, number: number) => `${name} ${number}`,
  more: (count: number) => `${count} more`,
  follow: (name: string) => `Follow ${name}`,
  unfollow: (name: string) => `Stop following ${name}`,
  nowhere: (name: string) => `${name} shows no view`,
  following: (name: string) => `Following ${name}`,
  stop: 'Esc to stop',
  came: (name: string) => `${name} is here`,
  went: (name: string) => `${name} has left`,
  hideCursor: 'Do not show my cursor',
};
