/** The embedded runner's own event when it begins to execute: what the one before it left is looked for at once. */
export const RUNNER_STARTED = 'jobs/runner.started'
