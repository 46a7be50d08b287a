import { FileText, Film, type IconNode, Image } from 'lucide';
import type { FileUpload } from './file-uploads.ts';

const icons: Readonly<Record<string, IconNode>> = { image: Image, video: Film, pdf: FileText };

/** The picture of a kind of file. */
export const fileIcon = (kind: FileUpload['kind']): IconNode => icons[kind ?? 'pdf']!;
