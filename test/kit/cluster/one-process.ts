import { lookAtDisk } from '../durability/disk.ts';
import { freePort } from '../free-port.ts';
import type { ProcessOptions, TestFolder } from '../server-process.ts';
import type { Installation } from './installation.ts';
import { NodeProcess } from './node-process.ts';

/** One process with its database in the data folder, which is killed and started again. */
export async function oneProcess(folder: TestFolder, options: ProcessOptions = {}): Promise<Installation> {
  const node = new NodeProcess('a', folder, await freePort(), options);
  await node.start();
  const strike = async (): Promise<void> => {
    await node.kill();
    await node.start();
  };
  return {
    sites: [node],
    disasters: [{ name: 'killed', strike }],
    auditFault: () => Promise.resolve(lookAtDisk(folder.path).chainFault),
    surprises: () => node.look(),
  };
}
