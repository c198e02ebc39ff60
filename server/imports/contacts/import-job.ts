import type { ContactJob, ContactJobKind, JobRun } from '../../contact-jobs/contact-job'
import { openChecking } from './check-rows'
import { openReading } from './read-file'
import { openImportRun } from './run-rows'

/** Reads the file, checks it, and, once a person has started it, imports its rows. */
export const importJobKind: ContactJobKind = { open: openImportJob }

function openImportJob(job: ContactJob): Promise<JobRun> {
  if (job.status === 'reading') return openReading(job)
  return job.status === 'checking' ? openChecking(job) : openImportRun(job)
}
