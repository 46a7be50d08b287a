import type { Plugin } from 'rolldown';

export const pageDefinitions: Plugin;
