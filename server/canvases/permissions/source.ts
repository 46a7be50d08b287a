import { Canvas } from '../../../model/resources/canvas.ts';
import { Folder } from '../../../model/resources/folder.ts';
import { Grant } from '../../../model/resources/grant.ts';
import type { Access } from '../../access/authorization/access.ts';
import { computed } from '../../changes/computed.ts';
import type { Source } from '../../changes/source.ts';
import { permissionsText } from './text.ts';

/**
 * The permissions of a canvas or a folder, which are the same for every actor who may see them. They also change when the
 * object moves, and with the entries above it.
 */
export const permissionsItem = (access: Access, id: string): Source =>
  computed({
    key: `directory/permissions/${id}`,
    form: 'item',
    kinds: [Canvas, Folder, Grant],
    ofScope: true,
    present() {
      const shown = permissionsText(access, id);
      return shown === undefined ? [] : [{ key: id, shown }];
    },
  });
