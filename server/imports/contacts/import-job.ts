import type { ContactJob, ContactJobKind, JobRun } from '../../contact-jobs/contact-job'
import { openChecking } from './check-rows'
import { openReading } from './read-file'
import { openRunning } from './run-rows'

/** Reads the file, checks it, and, once a person has started it, imports its rows. */
export const importJob: ContactJobKind = { open: openImportJob }

function openImportJob(job: ContactJob): Promise<JobRun> {
  if (job.status === 'reading') return openReading(job)
  return job.status === 'checking' ? openChecking(job) : openRunning(job)
}
