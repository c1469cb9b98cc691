import { useEffect, useState } from 'react';

/** Six steps in twelve seconds. */
const STEP_MS = 2000;

/** Plays once and rests on the last step; people who ask for less motion step by hand. */
export function useStory(length: number) {
  const [position, setPosition] = useState(0);
  const [playing, setPlaying] = useState(false);
  const ended = position === length - 1;

  useEffect(() => {
    setPlaying(!matchMedia('(prefers-reduced-motion: reduce)').matches);
  }, []);

  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => {
      if (ended) setPlaying(false);
      else setPosition(position + 1);
    }, STEP_MS);
    return () => clearTimeout(timer);
  }, [playing, position, ended]);

  return {
    position,
    playing,
    ended,
    show(step: number) {
      setPlaying(false);
      setPosition(step);
    },
    toggle() {
      if (ended) setPosition(0);
      setPlaying(ended || !playing);
    },
  };
}
