export type Service = 'PostgreSQL' | 'NATS';
/** The address of a service for tests. */
export function serviceUrl(name: Service, env?: NodeJS.ProcessEnv): string;
/** Does something listen there? Throws when somebody set the address, or requires services, and nothing does. */
export function hasService(name: Service, env?: NodeJS.ProcessEnv): Promise<boolean>;
/** One text for each service for lack of which tests are skipped, and one for the programs of a cluster. */
export function skippedServiceTests(
  runs: (file: string) => boolean,
  has?: (name: Service) => Promise<boolean>,
  lack?: string,
): Promise<string[]>;
