/** The looks of all widget types that have one. Written by `npm run generate` from model/widgets/index.ts. */

import { look as lookAnchor } from '../widgets/anchor.ts';
import { look as lookBrowser } from '../widgets/browser.ts';
import { look as lookConnector } from '../widgets/connector.ts';
import { look as lookImage } from '../widgets/image.ts';
import { look as lookIpVideo } from '../widgets/ip-video.ts';
import { look as lookNote } from '../widgets/note.ts';
import { look as lookPdf } from '../widgets/pdf.ts';
import { look as lookRdpConnection } from '../widgets/rdp-connection.ts';
import { look as lookTable } from '../widgets/table.ts';
import { look as lookVideo } from '../widgets/video.ts';
import { look as lookVideoInput } from '../widgets/video-input.ts';
import { look as lookVideoOutputAnchor } from '../widgets/video-output-anchor.ts';

export const looksByType = {
  Anchor: lookAnchor,
  Browser: lookBrowser,
  Connector: lookConnector,
  Image: lookImage,
  IpVideo: lookIpVideo,
  Note: lookNote,
  Pdf: lookPdf,
  RdpConnection: lookRdpConnection,
  Table: lookTable,
  Video: lookVideo,
  VideoInput: lookVideoInput,
  VideoOutputAnchor: lookVideoOutputAnchor,
};
