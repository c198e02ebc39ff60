import manifest from '../package.json' with { type: 'json' }

/** Of the service, as CHANGELOG.md lists it. */
export const VERSION = manifest.version
