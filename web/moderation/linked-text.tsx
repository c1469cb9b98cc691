import { useState } from 'react';
import { cx } from '../ui/cx.ts';
import { UnfoldButton } from '../ui/unfold-button.tsx';
import { splitLinks } from './split-links.ts';

/** From here on a text is folded until asked for; in characters and in lines. */
const LONG = { characters: 700, lines: 10 };

/** A stranger's text as it was typed; of what is in it, only web addresses do something. */
export function LinkedText({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const folds = text.length > LONG.characters || text.split('\n').length > LONG.lines;
  return (
    <div>
      <p
        dir="auto"
        className={cx(
          'text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap',
          folds && !open && 'line-clamp-8',
        )}
      >
        {splitLinks(text).map((piece, place) =>
          piece.kind === 'link' ? (
            <a
              key={place}
              href={piece.text}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="link"
            >
              {piece.text}
            </a>
          ) : (
            piece.text
          ),
        )}
      </p>
      {folds && <UnfoldButton open={open} onToggle={setOpen} />}
    </div>
  );
}
