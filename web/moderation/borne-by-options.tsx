/** Who bears money that goes back after it was released, as the options of a select. */
export function BorneByOptions() {
  return (
    <>
      <option value="">Please choose</option>
      <option value="developer">The unblocker, from what they have earned</option>
      <option value="platform">The platform</option>
    </>
  );
}
