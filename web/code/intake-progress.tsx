import { firstPaths } from '../files/first-paths.ts';
import { ProgressBar } from '../files/progress-bar.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { Intake, IntakeStage } from './use-intake.ts';

type Moving = Exclude<IntakeStage, { at: 'choosing' }>;

/** How far code is on its way in; nothing while it is being chosen. */
export function IntakeProgress({ intake }: { intake: Intake }) {
  const { stage } = intake;
  if (stage.at === 'choosing') return null;
  return (
    <div role="status" className="space-y-3 rounded border border-line bg-paper p-4 text-sm">
      <p className="flex items-center gap-2.5 font-medium wrap-anywhere">
        <Spinner size={16} label={null} />
        {words(stage)}
      </p>
      {stage.at !== 'handing-over' && <ProgressBar label={words(stage)} value={stage.done} />}
      {stage.at === 'packing' && stage.leftOut.length > 0 && (
        <p className="text-2xs wrap-anywhere text-ink-soft">
          Stays on your computer: {firstPaths(stage.leftOut)}
        </p>
      )}
      <Button size="sm" onClick={intake.cancel}>
        Cancel
      </Button>
    </div>
  );
}

function words(stage: Moving): string {
  if (stage.at === 'packing') return `Packing ${stage.name}`;
  return stage.at === 'uploading' ? `Uploading ${stage.name}` : `Handing over ${stage.name}`;
}
