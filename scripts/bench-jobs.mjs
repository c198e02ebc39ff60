import { readSmallRunArguments } from './bench/bench-arguments.mjs'
import { exitOnError } from './lib/operator-error.mjs'
import { buildTypescriptArguments, runNode } from './lib/spawn.mjs'

/* Enrolments to mails per second, and the time of each further step, beside a bare loop with the same rows, mails and SMTP server. */

await exitOnError(async () => {
  process.exitCode = await runNode(buildTypescriptArguments('scripts/bench/jobs.ts', readSmallRunArguments()), {
    env: {
      ...process.env,
      DATABASE_URL: 'postgresql://none@127.0.0.1:1/none',
      APP_SECRET: 'only for the mails of the bare loop',
      NEXTAUTH_SECRET: 'the bare loop has no sign-in of its own',
      LOG_LEVEL: 'warn',
    },
  })
})
