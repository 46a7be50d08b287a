/** The client library, for displays and for programs that show canvases. Begin with `connect`. */
export { Refusal } from '../model/refusal-error.ts';
export {
  type ClientEvents,
  type ClientOptions,
  connect,
  type EaselClient,
  type Identity,
  type IdentityStore,
  type WithoutConnection,
} from './client.ts';
export { type CanvasLoad, type CommandActions, type CommandOf, Refused } from './commands.ts';
export type {
  Change,
  Declaration,
  DeclaredClient,
  DeclaredInput,
  DeclaredOutput,
  DeclaredWorkspace,
} from './declaration.ts';
export { type Difference, FollowedList, type ListOptions } from './followed-list.ts';
export type { Follower, FollowOptions, MessageFacts, MessageSort, Subscription } from './follower.ts';
export type { Slot } from './http-stream.ts';
export type { ConnectionEnd, WelcomeMessage } from './link.ts';
export { type Clock, type Ports, type Socket, type Timer, usualClock } from './ports.ts';
export type { OtherPresence, OwnPresence } from './presence.ts';
export { ConnectionLost, NackError } from './requests.ts';
export type { Rest, RestAnswer, WriteMethod } from './rest.ts';
export { type Region, regionOf, shownView, usualZoom, viewOf, wholeCanvas, type ZoomRange, zoomOf } from './view-rectangle.ts';
export type { AnchorValues, ReportValues } from './widgets.ts';
