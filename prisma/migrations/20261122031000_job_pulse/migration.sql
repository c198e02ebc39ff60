-- When each of the jobs that tell whether any run last really ran: the sweep writes it down every minute, whoever executes it.
CREATE TABLE "job_pulse" (
    "job" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "job_pulse_pkey" PRIMARY KEY ("job")
);

INSERT INTO "job_pulse" ("job") VALUES ('sweep');
