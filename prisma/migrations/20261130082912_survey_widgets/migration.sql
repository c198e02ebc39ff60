-- CreateTable
CREATE TABLE "survey_widget" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "position" TEXT NOT NULL DEFAULT 'bottom_right',
    "button_text" JSONB,
    "origins" TEXT[],
    "rules" JSONB NOT NULL,
    "secret_encrypted" TEXT NOT NULL,
    "previous_secret_encrypted" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),

    CONSTRAINT "survey_widget_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "survey_widget_organization_id_id_key" ON "survey_widget"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "survey_widget" ADD CONSTRAINT "survey_widget_organization_id_id_fkey" FOREIGN KEY ("organization_id", "id") REFERENCES "survey_link"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE survey_widget ADD CONSTRAINT survey_widget_kind_check CHECK (kind IN ('popover', 'inline', 'button')),
  ADD CONSTRAINT survey_widget_position_check CHECK (position IN ('bottom_right', 'bottom_left'));
