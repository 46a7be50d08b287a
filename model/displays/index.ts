import { AnchorCreate, AnchorDelete, AnchorUpdate } from './anchors.ts';
import { Cancel, Command } from './commands.ts';
import { HostRelease, HostReport, MediaReport } from './hosting.ts';
import { OthersPresence, Presence, PresenceGone, Presences, Watch } from './presence.ts';
import { Report } from './report.ts';
import { Ack, Beat, Bye, Fault, Hello, Nack, Notice, ServerAck, ServerBeat, Update, Welcome } from './session.ts';
import { Ended, Subscribe, Unsubscribe } from './streams.ts';

/** Everything that a client may send. A kind that is not here is ignored, or refused as unsupported when it wants an answer. */
export const clientMessages = [
  Hello,
  Update,
  Ack,
  Nack,
  HostReport,
  HostRelease,
  MediaReport,
  Report,
  AnchorCreate,
  AnchorUpdate,
  AnchorDelete,
  Watch,
  Presence,
  Subscribe,
  Unsubscribe,
  Beat,
  Bye,
] as const;

/** Everything that the server may send. */
export const serverMessages = [
  Welcome,
  Command,
  Cancel,
  ServerAck,
  Nack,
  OthersPresence,
  Presences,
  PresenceGone,
  Ended,
  Notice,
  Fault,
  ServerBeat,
] as const;
