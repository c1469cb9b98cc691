import { splitLinks } from './split-links.ts';

/** A stranger's text as it was typed; of what is in it, only web addresses do something. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className="text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">
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
  );
}
