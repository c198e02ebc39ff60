-- When the sweep last woke a delivery: one that only waits for its turn is not woken again every minute.
ALTER TABLE "webhook_delivery" ADD COLUMN "woken_at" TIMESTAMPTZ(3);
