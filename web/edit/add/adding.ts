/** What of adding is open: the menu, or a dialog that asks for what a new widget needs. */
export type Adding = 'menu' | 'video-input' | 'remote-desktop' | 'ip-video' | 'template';
