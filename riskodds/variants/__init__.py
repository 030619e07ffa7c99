"""The rules people play by, named: presets, changes to them, and files of one's own."""
