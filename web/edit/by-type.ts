/** How people edit each widget type. Written by `npm run generate` from model/widgets/index.ts. */

import { editing as editingAnchor } from '../../model/widgets/anchor.ts';
import { editing as editingBrowser } from '../../model/widgets/browser.ts';
import { editing as editingConnector } from '../../model/widgets/connector.ts';
import { editing as editingImage } from '../../model/widgets/image.ts';
import { editing as editingIpVideo } from '../../model/widgets/ip-video.ts';
import { editing as editingNote } from '../../model/widgets/note.ts';
import { editing as editingPdf } from '../../model/widgets/pdf.ts';
import { editing as editingRdpConnection } from '../../model/widgets/rdp-connection.ts';
import { editing as editingTable } from '../../model/widgets/table.ts';
import { editing as editingVideo } from '../../model/widgets/video.ts';
import { editing as editingVideoInput } from '../../model/widgets/video-input.ts';
import { editing as editingVideoOutputAnchor } from '../../model/widgets/video-output-anchor.ts';

export const editingByType = {
  Anchor: editingAnchor,
  Browser: editingBrowser,
  Connector: editingConnector,
  Image: editingImage,
  IpVideo: editingIpVideo,
  Note: editingNote,
  Pdf: editingPdf,
  RdpConnection: editingRdpConnection,
  Table: editingTable,
  Video: editingVideo,
  VideoInput: editingVideoInput,
  VideoOutputAnchor: editingVideoOutputAnchor,
};
