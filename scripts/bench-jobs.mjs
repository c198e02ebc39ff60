import { readSmallArguments } from './bench/arguments.mjs'
import { command } from './lib/checkout.mjs'
import { runNode, typescript } from './lib/children.mjs'

/*
 * Enrolments to mails per second, and what each step adds, beside a bare loop that writes the same rows and hands the same
 * mails to the same SMTP server.
 */

await command(async () => {
  process.exitCode = await runNode(typescript('scripts/bench/jobs.ts', readSmallArguments()), {
    env: {
      ...process.env,
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
      APP_SECRET: 'only for the mails of the bare loop',
      NEXTAUTH_SECRET: 'nobody signs in to the bare loop of it',
      LOG_LEVEL: 'warn',
    },
  })
})
