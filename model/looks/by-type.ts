/** The looks and traits of all widget types that have some. Written by `npm run generate` from model/widgets/index.ts. */

import { look as lookAnchor, traits as traitsAnchor } from '../widgets/anchor.ts';
import { look as lookBrowser, traits as traitsBrowser } from '../widgets/browser.ts';
import { look as lookConnector, traits as traitsConnector } from '../widgets/connector.ts';
import { look as lookImage, traits as traitsImage } from '../widgets/image.ts';
import { look as lookIpVideo, traits as traitsIpVideo } from '../widgets/ip-video.ts';
import { look as lookNote, traits as traitsNote } from '../widgets/note.ts';
import { look as lookPdf, traits as traitsPdf } from '../widgets/pdf.ts';
import { look as lookRdpConnection, traits as traitsRdpConnection } from '../widgets/rdp-connection.ts';
import { look as lookTable, traits as traitsTable } from '../widgets/table.ts';
import { traits as traitsTableCell } from '../widgets/table-cell.ts';
import { look as lookVideo, traits as traitsVideo } from '../widgets/video.ts';
import { look as lookVideoInput, traits as traitsVideoInput } from '../widgets/video-input.ts';
import { look as lookVideoOutputAnchor, traits as traitsVideoOutputAnchor } from '../widgets/video-output-anchor.ts';

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

export const traitsByType = {
  Anchor: traitsAnchor,
  Browser: traitsBrowser,
  Connector: traitsConnector,
  Image: traitsImage,
  IpVideo: traitsIpVideo,
  Note: traitsNote,
  Pdf: traitsPdf,
  RdpConnection: traitsRdpConnection,
  Table: traitsTable,
  TableCell: traitsTableCell,
  Video: traitsVideo,
  VideoInput: traitsVideoInput,
  VideoOutputAnchor: traitsVideoOutputAnchor,
};
