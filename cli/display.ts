import { WebSocket } from 'ws';
import {
  type ClientEvents,
  type ConnectionEnd,
  connect,
  type DeclaredOutput,
  type DeclaredWorkspace,
  type EaselClient,
  type WelcomeMessage,
} from '../client/index.ts';
import { buildVersion } from '../server/start/build-info.ts';
import { type DisplayOptions, readDisplayOptions } from './display/options.ts';
import { Screens } from './display/screens.ts';
import { StateFile } from './display/state-file.ts';
import { type GivenWords, refused, type Terminal } from './terminal.ts';

/**
 * `easel display`: a display in a terminal (docs/displays.md). Resolves with 0 when a person ends it by Ctrl-C, and with 1 when
 * the server refuses it for good. After any other loss of the connection it connects again.
 */
export async function runDisplay(terminal: Terminal, given: GivenWords): Promise<number> {
  const options = readDisplayOptions(given, terminal.env);
  const { server, token, name, state } = options;
  const fault = (cause: unknown): void => terminal.err(`easel: ${cause instanceof Error ? cause.message : String(cause)}`);
  const screens = new Screens({ print: terminal.out, fault, client: () => client });
  const says = createSays(name, terminal.out);
  const client: EaselClient = connect({
    server,
    token,
    fault,
    client: { installation_name: name, version: buildVersion(), api_access: options.apiAccess, control: options.control },
    workspaces: workspacesOf(options),
    video_outputs: outputsOf(options),
    commands: screens.actions,
    identity: new StateFile(state, `${server} ${name}`),
    on: says,
    ports: { WebSocket },
  });
  terminal.interrupted(() => void client.bye().catch(fault));
  const over = await client.over;
  if (over.code === 1000) {
    terminal.out('ended');
    return 0;
  }
  return refused(terminal, `${over.msg || `the server closed the connection with ${over.code}`}${advice(over, options)}`);
}

/** The workspaces are side by side. */
const workspacesOf = ({ workspaces, size }: DisplayOptions): DeclaredWorkspace[] =>
  Array.from({ length: workspaces }, (_, index) => ({ index, size, location: { x: index * size.width, y: 0 } }));

/** Each output shows the workspace with its own number, or the first one if there is none. */
const outputsOf = ({ outputs, workspaces }: DisplayOptions): DeclaredOutput[] =>
  Array.from({ length: outputs }, (_, index) => ({
    index,
    source: workspaces === 0 ? '' : `workspace-${index < workspaces ? index : 0}`,
  }));

/**
 * Prints a line when the connection is lost or cannot be made, and one when there is a connection; none for each try in between.
 */
function createSays(name: string, print: (line: string) => void): ClientEvents {
  let isKnown = false;
  let isLost = false;
  return {
    connected: (welcome) => {
      print(isKnown ? `connected again${welcome.resumed ? ', nothing was lost' : ''}` : greeting(name, welcome));
      isKnown = true;
      isLost = false;
    },
    lost: ({ code, msg, retryMs }) => {
      if (!isLost && retryMs !== undefined)
        print(`not connected (${msg || `code ${code}`}); trying again until there is a server`);
      isLost = true;
    },
  };
}

const greeting = (name: string, { client_id, user, server_version }: WelcomeMessage): string =>
  `connected as ${name} (${client_id}) for ${user.name} <${user.email}>, server ${server_version}`;

/** What a person can do about it. */
function advice({ code }: ConnectionEnd, { state }: DisplayOptions): string {
  switch (code) {
    case 4401:
      return ': make a token with POST /users/<id>/access-tokens, and hand it in as EASEL_TOKEN';
    case 4403:
      return `: the account of the token is blocked, or ${state} has the secret of another server: then delete that file`;
    case 4406:
      return ': this easel is older or newer than the server; use the one that came with it';
    case 4409:
      return ': another program connected as this display; give one of them another --name';
    default:
      return '';
  }
}
