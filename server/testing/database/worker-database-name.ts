/** The name of a worker's copy of the run's migrated database. @param worker VITEST_POOL_ID: 1 to the number of workers */
export function workerDatabaseName(template: string, worker: number | string): string {
  return `${template}_${worker}`
}
