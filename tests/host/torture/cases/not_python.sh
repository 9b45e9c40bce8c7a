# Programs that are not Python inherit the library and stay silent.
#: prints one
#: prints two
#: prints 3
#: ledger none
echo one
env echo two
printf 'a\nb\nc\n' | sort | wc -l
true
